"""One step of a small arm with contacts in MuJoCo MJX: the largest program from the fewest lines.

Source: google-deepmind/mujoco, mjx.step; google/brax, brax/envs/ant.py, which stands on the same engine.
The arguments have 84 leaves and the model's 223 arrays are constants of the program; tracing takes seconds.
"""

import jax
import mujoco
from mujoco import mjx

ARM = """
<mujoco><option timestep="0.005" iterations="1" ls_iterations="4"/>
<worldbody><geom type="plane" size="5 5 .1"/>
<body pos="0 0 .6"><joint type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
<body pos=".3 0 0"><joint type="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/></body></body>
<body pos="0 .5 .3"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>"""


def make():
    model = mjx.put_model(mujoco.MjModel.from_xml_string(ARM))
    return jax.jit(lambda data: mjx.step(model, data)), (mjx.make_data(model),)
