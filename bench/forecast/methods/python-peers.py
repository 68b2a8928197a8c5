# Reads {"days": h, "series": [[units]]} and writes, for each model of Nixtla's statsforecast, its forecasts and the processor
# seconds they took. The models are compiled before they are timed.
import json
import sys
import time

import numpy as np
from statsforecast.models import TSB, AutoETS, CrostonSBA

MODELS = {
    "AutoETS": AutoETS(season_length=7),
    "CrostonSBA": CrostonSBA(),
    "TSB": TSB(alpha_d=0.1, alpha_p=0.1),
}

request = json.load(sys.stdin)
series = [np.array(units, dtype=float) for units in request["series"]]
result = {}
for name, model in MODELS.items():
    model.forecast(y=series[0], h=request["days"])
    start = time.process_time()
    means = [model.forecast(y=units, h=request["days"])["mean"] for units in series]
    seconds = time.process_time() - start
    result[name] = {"seconds": seconds, "means": [[max(0.0, float(m)) for m in one] for one in means]}
json.dump(result, sys.stdout)
